import { z } from "zod";
import { guardHistory } from "@/hooks/use-unsaved-guard";

// Before the first schema is made: zod would try out whether it may evaluate code, which the content security policy refuses.
z.config({ jitless: true });
guardHistory();
