/** Sets the theme's class before the first paint. Runs as an inline script in the page's head. */
export const themeScript = (themeKey: string, systemKey: string): string =>
  `try{var e=location.pathname.startsWith("/embed/")?new URLSearchParams(location.search).get("theme")||"auto":null,s=e?e==="auto":localStorage.getItem(${JSON.stringify(systemKey)})==="true",d=s?matchMedia("(prefers-color-scheme: dark)").matches:(e||localStorage.getItem(${JSON.stringify(themeKey)}))==="dark";document.documentElement.classList.toggle("dark",d)}catch(e){}`;
