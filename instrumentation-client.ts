import { guardHistory } from "@/hooks/use-unsaved-guard";

guardHistory();
