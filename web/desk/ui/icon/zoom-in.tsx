import { icon } from '../../../ui/icon/icon.tsx'

export const ZoomInIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.25" /> <path d="m20 20-4.5-4.5M11 8.5v5M8.5 11h5" />
  </>,
)
