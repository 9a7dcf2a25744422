/** Just enough of ONNX's protobuf to write a model that looks embeddings up in a table. */
const utf8 = (text: string) => [...Buffer.from(text)];

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
const number = (field: number, value: number): number[] => [...varint(field * 8), ...varint(value)];
const bytes = (field: number, value: number[]): number[] => [
  ...varint(field * 8 + 2),
  ...varint(value.length),
  ...value,
];
const text = (field: number, value: string): number[] => bytes(field, utf8(value));

const FLOAT = 1;
const INT64 = 7;

function tensor(name: string, elementType: number, dimensions: string[]): number[] {
  const shape = dimensions.flatMap((dimension) => bytes(1, text(2, dimension)));
  return [...text(1, name), ...bytes(2, bytes(1, [...number(1, elementType), ...bytes(2, shape)]))];
}

/** A model with the inputs and the output of a sentence transformer; the embedding of token n is row n. */
export function tinyOnnx(rows: number[][]): Buffer {
  const width = rows[0]?.length ?? 0;
  const raw = [...Buffer.from(new Float32Array(rows.flat()).buffer)];
  const table = [
    ...number(1, rows.length),
    ...number(1, width),
    ...number(2, FLOAT),
    ...text(8, "table"),
    ...bytes(9, raw),
  ];
  const gather = [...text(1, "table"), ...text(1, "input_ids"), ...text(2, "last_hidden_state"), ...text(4, "Gather")];
  const inputs = ["input_ids", "attention_mask", "token_type_ids"].map((name) =>
    tensor(name, INT64, ["batch", "tokens"]),
  );
  const graph = [
    ...bytes(1, gather),
    ...text(2, "tiny"),
    ...bytes(5, table),
    ...inputs.flatMap((input) => bytes(11, input)),
    ...bytes(12, tensor("last_hidden_state", FLOAT, ["batch", "tokens", "width"])),
  ];
  return Buffer.from([...number(1, 8), ...bytes(7, graph), ...bytes(8, [...text(1, ""), ...number(2, 13)])]);
}
