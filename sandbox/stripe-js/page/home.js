/** The origin of this script, its frames and the API. */
export const home = new URL(document.currentScript.src).origin
