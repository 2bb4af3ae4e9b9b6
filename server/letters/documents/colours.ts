export type Pair = { light: string; dark: string }

/** The brand's colours, for mails and documents. */
export const colours = {
  canvas: { light: '#f6f7f4', dark: '#0c1411' },
  surface: { light: '#ffffff', dark: '#16211c' },
  sunken: { light: '#f1f3ef', dark: '#101a16' },
  text: { light: '#15201b', dark: '#edf3ef' },
  muted: { light: '#4f5d56', dark: '#aebdb4' },
  line: { light: '#dfe4de', dark: '#24322c' },
  link: { light: '#136549', dark: '#83d3ab' },
  primary: { light: '#0e523c', dark: '#86d6ae' },
  onPrimary: { light: '#ffffff', dark: '#06251b' },
  panel: { light: '#0b4132', dark: '#103a2d' },
  onPanel: { light: '#ffffff', dark: '#f4faf6' },
  onPanelMuted: { light: '#bfdccd', dark: '#b3d3c3' },
  accent: { light: '#f3b928', dark: '#f6c443' },
  wing: { light: '#48a07a', dark: '#6fb894' },
  body: { light: '#0b4132', dark: '#f1f7f3' },
} as const satisfies Record<string, Pair>
