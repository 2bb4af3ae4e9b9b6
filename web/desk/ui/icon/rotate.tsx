import { icon } from '../../../ui/icon/icon.tsx'

export const RotateIcon = icon(
  <>
    <path d="M19.25 12a7.25 7.25 0 1 1-2.3-5.3" /> <path d="M19.5 3.75V7.5h-3.75" />
  </>,
)
