import { icon } from '#web/ui/icon/icon.tsx'

const glass = <circle cx="11" cy="11" r="6.25" />

export const ZoomInIcon = icon(
  <>
    {glass}
    <path d="m20 20-4.5-4.5M11 8.5v5M8.5 11h5" />
  </>,
)

export const ZoomOutIcon = icon(
  <>
    {glass}
    <path d="m20 20-4.5-4.5M8.5 11h5" />
  </>,
)

export const TurnIcon = icon(
  <>
    <path d="M19.25 12a7.25 7.25 0 1 1-2.3-5.3" />
    <path d="M19.5 3.75V7.5h-3.75" />
  </>,
)
