import { icon } from './icon.tsx'

export const WithdrawIcon = icon(
  <path d="M12 14.5V4.25M8 8l4-4 4 4" />,
  <path d="M7.75 11.25H6A1.75 1.75 0 0 0 4.25 13v5A1.75 1.75 0 0 0 6 19.75h12A1.75 1.75 0 0 0 19.75 18v-5A1.75 1.75 0 0 0 18 11.25h-1.75" />,
)
