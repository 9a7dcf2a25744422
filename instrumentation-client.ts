import { guardHistory } from "@/hooks/forms/use-unsaved-guard";

guardHistory();
