const systems: [RegExp, string][] = [
  [/iPad/, "iPadOS"],
  [/iPhone|iPod/, "iOS"],
  [/Android/, "Android"],
  [/CrOS/, "ChromeOS"],
  [/Windows/, "Windows"],
  [/Macintosh|Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

/** The order matters: most browsers also name others for compatibility. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera|OPT)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const findName = (list: [RegExp, string][], text: string): string | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1];

interface Device {
  /** `Firefox on Linux`, or the client's own name. */
  name: string;
  kind: "phone" | "tablet" | "computer" | "program";
}

/** Returns a readable device name from a User-Agent header. */
export function parseDevice(userAgent: string | null): Device {
  const text = userAgent ?? "";
  const [browser, system] = [findName(browsers, text), findName(systems, text)];
  if (!browser) {
    const program = /^([\w.-]{1,40})(?:\/|\s|$)/.exec(text)?.[1];
    const isNamed = program && program !== "Mozilla";
    return {
      name: isNamed ? program : (system ?? "Unknown device"),
      kind: isNamed || !system ? "program" : "computer",
    };
  }
  const phone = /iPhone|iPod/.test(text) || (/Android/.test(text) && /Mobile/.test(text));
  const tablet = !phone && /iPad|Android/.test(text);
  return { name: system ? `${browser} on ${system}` : browser, kind: phone ? "phone" : tablet ? "tablet" : "computer" };
}
