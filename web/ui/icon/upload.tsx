import { icon } from './icon.tsx'

export const UploadIcon = icon(
  <path d="M12 15.5V4.75M7.5 9 12 4.5 16.5 9" />,
  <path d="M4.75 16.75v1A2.25 2.25 0 0 0 7 20h10a2.25 2.25 0 0 0 2.25-2.25v-1" />,
)
