import { icon } from './icon.tsx'

export const ExternalIcon = icon(
  <path d="M10.5 5.25H7A1.75 1.75 0 0 0 5.25 7v10A1.75 1.75 0 0 0 7 18.75h10A1.75 1.75 0 0 0 18.75 17v-3.5" />,
  <path d="M14 4.75h5.25V10M19 5l-7.5 7.5" />,
)
