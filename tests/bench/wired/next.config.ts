import muster from "@/next.config";

/** Muster's own: the same rewrites, the same packages left outside of the bundles. */
export default { ...muster, distDir: ".next" };
