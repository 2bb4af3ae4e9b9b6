import { icon } from '../../../ui/icon/icon.tsx'

export const ZoomOutIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.25" /> <path d="m20 20-4.5-4.5M8.5 11h5" />
  </>,
)
