import { z } from "zod";

// Before the first schema is made: zod would try out whether it may evaluate code, which the content security policy refuses.
z.config({ jitless: true });
