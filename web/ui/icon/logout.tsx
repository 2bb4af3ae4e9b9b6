import { icon } from './icon.tsx'

export const LogoutIcon = icon(
  <path d="M13.5 4.25H7A1.75 1.75 0 0 0 5.25 6v12A1.75 1.75 0 0 0 7 19.75h6.5" />,
  <path d="M10.5 12h9.25M16.25 8.25 20 12l-3.75 3.75" />,
)
