export const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? "&quot;");

export const xmlFile = (body: string): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`;

export const officeRelations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The part of an Office file that says what another part refers to. */
export function relationsFile(relations: readonly { id: string; type: string; target: string }[]): string {
  const lines = relations.map(
    ({ id, type, target }) => `<Relationship Id="${id}" Type="${officeRelations}/${type}" Target="${target}"/>`,
  );
  const name = "http://schemas.openxmlformats.org/package/2006/relationships";
  return xmlFile(`<Relationships xmlns="${name}">${lines.join("")}</Relationships>`);
}

export const contentTypes = (overrides: Record<string, string>): string =>
  xmlFile(
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${Object.entries(
      overrides,
    )
      .map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`)
      .join("")}</Types>`,
  );

export const coreProperties = (title: string): string =>
  xmlFile(
    `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title></cp:coreProperties>`,
  );
