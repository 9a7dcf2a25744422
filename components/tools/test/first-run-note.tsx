import { Delayed } from "@/components/shared/page/lazy";

const delayMs = 2_000;

/** Shown while the first run of a definition takes long: Python has to start. */
export const FirstRunNote = ({ definition }: { definition: object }) =>
  "language" in definition &&
  definition.language === "python" && (
    <Delayed delay={delayMs}>
      <p role="status" className="text-muted text-secondary">
        Preparing Python… The first run takes about 30 seconds.
      </p>
    </Delayed>
  );
