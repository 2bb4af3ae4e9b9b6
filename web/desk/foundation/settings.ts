import type { Settings } from '#contract/settings.ts'

/** The server writes them into the page. */
export const settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as Settings
