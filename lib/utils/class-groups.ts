/** Properties and the class names that set them, each in full. */
const names: Record<string, string> = {
  display: "block inline inline-block flex inline-flex grid table table-row table-cell list-item contents hidden",
  position: "static fixed absolute relative sticky",
  visibility: "visible invisible collapse",
  flex: "flex-1 flex-auto",
  flexWrap: "flex-wrap flex-nowrap",
  fontSize: "text-label text-secondary text-body text-section text-title text-display",
  textAlign: "text-left text-center text-right text-start text-end",
  weight: "font-normal font-medium font-semibold",
  family: "font-sans font-mono",
  wordBreak: "break-all break-words",
  wrap: "wrap-anywhere wrap-break-word",
  borderWidth: "border border-0",
  outlineWidth: "outline outline-2",
  listType: "list-none list-disc list-decimal",
  screenReader: "sr-only not-sr-only",
};

/** Class names in full, each the only one in use for its property. */
const single =
  "flex-col table-fixed text-balance truncate capitalize underline italic tabular-nums border-dashed border-collapse divide-y " +
  "invert outline-none ring-1 ring-inset decoration-wavy";

/** Class names that set a property of their own to any value: `p` includes `p-4`. */
const prefixes =
  "p px py ps pe pt pr pb pl size m mx my ms me mt mr mb ml w h min-w min-h max-w max-h inset inset-x inset-y top right bottom left " +
  "gap gap-x gap-y space-y basis grow shrink order col-span col-start row-start grid-cols grid-rows " +
  "items content self justify justify-items justify-self place-items leading tracking line-clamp whitespace align " +
  "text bg border border-t border-r border-b border-l border-s divide outline outline-offset ring " +
  "rounded rounded-t shadow opacity overflow overflow-x overflow-y object z cursor select resize pointer-events " +
  "transition duration ease animate rotate translate translate-x translate-y scale origin fill stroke accent decoration " +
  "underline-offset field-sizing touch scroll-py";

/** The other properties that a property overrides. */
const overrides: Record<string, string> = {
  p: "px py ps pe pt pr pb pl",
  px: "ps pe pl pr",
  py: "pt pb",
  m: "mx my ms me mt mr mb ml",
  mx: "ms me ml mr",
  my: "mt mb",
  size: "w h",
  inset: "inset-x inset-y top right bottom left",
  "inset-x": "left right",
  "inset-y": "top bottom",
  gap: "gap-x gap-y",
  borderWidth: "border-t border-r border-b border-l border-s",
  rounded: "rounded-t",
  flex: "basis grow shrink",
  overflow: "overflow-x overflow-y",
  translate: "translate-x translate-y",
  fontSize: "leading",
  "line-clamp": "display overflow",
};

const splitAll = (lists: Record<string, string>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, list.split(" ")]));

const known = new Set(Object.values(names).flatMap((list) => list.split(" ")));
const anyValue = () => true;

/** The classes in use, for tailwind-merge: its own list adds 5 kB to each page. `class-names.test.ts` compares them. */
export const buildClassConfig = () => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    ...splitAll(names),
    ...Object.fromEntries(single.split(" ").map((name) => [name, [name]])),
    ...Object.fromEntries(
      prefixes.split(" ").map((name) => [name, [{ [name]: known.has(name) ? [anyValue] : ["", anyValue] }]]),
    ),
  },
  conflictingClassGroups: splitAll(overrides),
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ["before", "after", "placeholder", "file"],
});
