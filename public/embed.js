/*
 * Shows an app as a chat on a website:
 * <script src="https://muster.example/embed.js" data-publication="…" async></script>
 * Styles are set through the CSSOM in a shadow root, so that the website's content security policy can forbid inline ones.
 */
(() => {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement) || window.muster) return;
  const { publication, theme = "auto", position = "right", lang, label, opening, starters, identity } = script.dataset;
  if (!publication) {
    console.error("Muster: the script needs the attribute data-publication.");
    return;
  }
  const { origin } = new URL(script.src);
  const labels = {
    en: ["Chat", "Close chat", "This chat isn't available right now."],
    de: ["Chat", "Chat schließen", "Dieser Chat ist gerade nicht verfügbar."],
    fr: ["Discuter", "Fermer la discussion", "Cette discussion n’est pas disponible pour le moment."],
    es: ["Chat", "Cerrar el chat", "Este chat no está disponible en este momento."],
  };
  const language = (lang || document.documentElement.lang || "en").slice(0, 2).toLowerCase();
  const [defaultLabel, closeText, failedText] = labels[language] || labels.en;
  const openText = label || defaultLabel;
  /** How long the page in the frame may take to report; milliseconds. */
  const readyWait = 15_000;
  const isDark = () =>
    theme === "dark" || (theme !== "light" && window.matchMedia("(prefers-color-scheme: dark)").matches);

  const css = `
    :host { position: fixed; inset: auto 1rem 1rem auto; z-index: 2147483000; font: 500 15px/1.4 system-ui, sans-serif; }
    :host([data-position="left"]) { inset: auto auto 1rem 1rem; }
    button { font: inherit; cursor: pointer; border: 1px solid #fff3; color: #fff; background: #18181b; }
    button:focus-visible { outline: 3px solid #2563eb; outline-offset: 2px; }
    .dark button { color: #18181b; background: #fafafa; border-color: #0003; }
    .dark button:focus-visible { outline-color: #60a5fa; }
    .launcher { min-height: 3rem; padding: 0 1.25rem; border-radius: 1.5rem; box-shadow: 0 4px 16px #0004; }
    .panel { position: fixed; right: 1rem; bottom: 5rem; width: 400px; height: min(640px, calc(100dvh - 6rem));
      display: flex; flex-direction: column; overflow: hidden; border-radius: 12px; border: 1px solid #d4d4d8;
      background: #fff; color: #18181b; box-shadow: 0 8px 32px #0004; }
    :host([data-position="left"]) .panel { right: auto; left: 1rem; }
    .dark .panel { background: #18181b; color: #fafafa; border-color: #3f3f46; }
    .panel[hidden], .close, p[hidden] { display: none; }
    iframe { flex: 1; min-height: 0; width: 100%; border: 0; }
    p { margin: auto; padding: 1rem; text-align: center; }
    @media (max-width: 480px) {
      .panel, :host([data-position="left"]) .panel { inset: 0; width: auto; height: auto; border: 0; border-radius: 0; }
      .close { display: block; min-height: 2.75rem; border: 0; border-radius: 0; }
      .open .launcher { display: none; }
    }
  `;

  const host = document.createElement("div");
  host.dataset.position = position === "left" ? "left" : "right";
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const box = document.createElement("div");
  const launcher = Object.assign(document.createElement("button"), { type: "button", className: "launcher" });
  const panel = Object.assign(document.createElement("div"), { id: "panel", className: "panel", hidden: true });
  const closer = Object.assign(document.createElement("button"), { type: "button", className: "close" });
  const failed = Object.assign(document.createElement("p"), { hidden: true, textContent: failedText });
  launcher.textContent = openText;
  closer.textContent = closeText;
  launcher.setAttribute("aria-expanded", "false");
  launcher.setAttribute("aria-controls", "panel");
  panel.setAttribute("role", "dialog");
  panel.setAttribute("aria-label", openText);
  failed.setAttribute("role", "alert");
  panel.append(closer, failed);
  box.append(panel, launcher);
  root.append(box);

  /** A token that says who the visitor is, and the name under which their chat's token is kept. */
  let signed;
  let kept;
  let frame;
  let timer;

  const nameOf = (token) => {
    try {
      const { sub } = JSON.parse(atob(token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/")));
      return String(sub);
    } catch {
      return "";
    }
  };
  /** Anonymous visitors come back in this browser. The website signs others again. */
  const store = (write) => {
    try {
      return write(signed ? window.sessionStorage : window.localStorage, `muster.${publication}${kept}`);
    } catch {
      // Storage is blocked.
      return undefined;
    }
  };
  const setIdentity = (token) => {
    store((storage, key) => signed && storage.removeItem(key));
    signed = typeof token === "string" && token ? token : undefined;
    kept = signed ? `.${nameOf(signed)}` : "";
  };
  setIdentity(identity);

  const parseStarters = () => {
    try {
      return JSON.parse(starters ?? "[]");
    } catch {
      return starters.split("|").map((text) => text.trim());
    }
  };
  const sendSettings = () => {
    const token = store((storage, key) => storage.getItem(key)) || undefined;
    const settings = { muster: "settings", token, identity: signed, opening, starters: parseStarters() };
    frame?.contentWindow?.postMessage(settings, origin);
  };
  const receive = {
    ready() {
      clearTimeout(timer);
      frame.hidden = false;
      failed.hidden = true;
      sendSettings();
    },
    token: ({ token }) =>
      store((storage, key) => (typeof token === "string" ? storage.setItem(key, token) : storage.removeItem(key))),
    close: () => close(),
  };
  window.addEventListener("message", ({ source, origin: from, data }) => {
    if (!frame || source !== frame.contentWindow || from !== origin || typeof data?.muster !== "string") return;
    if (Object.hasOwn(receive, data.muster)) receive[data.muster](data);
  });

  function addFrame() {
    frame = document.createElement("iframe");
    frame.title = openText;
    frame.allow = "clipboard-write";
    frame.referrerPolicy = "origin";
    frame.src = `${origin}/embed/${encodeURIComponent(publication)}?theme=${encodeURIComponent(theme)}`;
    panel.append(frame);
    timer = setTimeout(() => {
      frame.hidden = true;
      failed.hidden = false;
    }, readyWait);
  }
  function show(open) {
    box.className = `${isDark() ? "dark" : ""} ${open ? "open" : ""}`;
    panel.hidden = !open;
    launcher.setAttribute("aria-expanded", String(open));
    launcher.textContent = open ? closeText : openText;
  }
  function open() {
    show(true);
    if (!frame) addFrame();
    frame.focus();
  }
  function close() {
    if (panel.hidden) return;
    show(false);
    launcher.focus();
  }
  launcher.addEventListener("click", () => (panel.hidden ? open() : close()));
  closer.addEventListener("click", close);
  root.addEventListener("keydown", ({ key }) => key === "Escape" && close());
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => show(!panel.hidden));
  window.muster = Object.freeze({
    open,
    close,
    /** Says who the visitor is, with a token that the website's server has signed; null: nobody that the website knows. */
    identify(token) {
      setIdentity(token);
      sendSettings();
    },
  });

  const add = () => document.body.append(host);
  show(false);
  if (document.body) add();
  else document.addEventListener("DOMContentLoaded", add);
})();
