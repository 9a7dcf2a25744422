declare module "otlp-decoder/build/src/generated/root.js" {
  interface MessageType {
    decode(bytes: Uint8Array): object;
    toObject(message: object, options: object): object;
    encode(message: object): { finish(): Uint8Array };
  }
  type Service<T extends string> = { v1: Record<T, MessageType> };
  const root: {
    opentelemetry: {
      proto: {
        collector: {
          trace: Service<"ExportTraceServiceRequest" | "ExportTraceServiceResponse">;
          metrics: Service<"ExportMetricsServiceRequest">;
        };
      };
    };
  };
  // biome-ignore lint/style/noDefaultExport: it is what the module exports
  export default root;
}
