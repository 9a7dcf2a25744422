/** Sets the theme's class before the first paint. Runs as an inline script in the page's head. */
export const themeScript = (themeKey: string, systemKey: string): string =>
  `try{var s=localStorage.getItem(${JSON.stringify(systemKey)})==="true",d=s?matchMedia("(prefers-color-scheme: dark)").matches:localStorage.getItem(${JSON.stringify(themeKey)})==="dark";document.documentElement.classList.toggle("dark",d)}catch(e){}`;
