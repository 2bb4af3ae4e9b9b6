import { icon } from '../../../ui/icon/icon.tsx'

export const PlayIcon = icon(
  <>
    <path className="d" d="M8 5.5 18 12 8 18.5z" /> <path d="M8 5.5 18 12 8 18.5z" />
  </>,
)
