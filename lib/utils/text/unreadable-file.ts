const media = "avif|avi|bmp|flac|gif|heic|ico|jpe?g|m4[av]|mkv|mov|mp[34]|mpe?g|og[gv]|png|psd|tiff?|wav|web[mp]|wmv";
const others = "7z|apk|bin|bz2|deb|dll|dmg|eot|exe|gz|iso|jar|msi|otf|pkg|rar|rpm|so|tar|tgz|ttf|wasm|woff2?|xz|zip";
const unreadable = new RegExp(`\\.(?:${media}|${others})$`, "i");

/** Why a file cannot be read, by its extension. Files with an unknown one are read if they contain text. */
export const explainUnreadable = (filename: string): string | undefined =>
  unreadable.test(filename)
    ? `“${filename}” can't be read. Upload PDF, Word, PowerPoint, Excel, CSV, text, Markdown, HTML, JSON, EPUB, OpenDocument text or email files.`
    : undefined;
