export interface TarPart {
  name: string;
  content?: Buffer | string;
  /** The type flag: "0" a file, "2" a symbolic link, "3" a device, "5" a folder. */
  type?: string;
  link?: string;
}

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, "0")}\0`;

/** A tar archive with names that no honest tool would write. */
export function tarOf(parts: TarPart[]): Buffer {
  const blocks = parts.flatMap(({ name, content = "", type = "0", link = "" }) => {
    const body = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(`${octal(0o644, 8)}${octal(0, 8)}${octal(0, 8)}${octal(body.length, 12)}${octal(0, 12)}        `, 100);
    header.write(type, 156);
    header.write(link, 157);
    header.write("ustar\x0000", 257);
    header.write(
      octal(
        header.reduce((sum, byte) => sum + byte, 0),
        7,
      ),
      148,
    );
    return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1_024)]);
}
