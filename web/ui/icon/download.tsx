import { icon } from './icon.tsx'

export const DownloadIcon = icon(
  <path d="M12 4.25V15M7.5 10.75 12 15.25l4.5-4.5" />,
  <path d="M4.75 16.75v1A2.25 2.25 0 0 0 7 20h10a2.25 2.25 0 0 0 2.25-2.25v-1" />,
)
