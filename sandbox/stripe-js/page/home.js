/** Where this script came from; its frames and the API are there too. */
export const home = new URL(document.currentScript.src).origin
