import { icon } from './icon.tsx'

export const FeatureIcon = icon(
  <path className="d" d="M12 4l2.2 5.8L20 12l-5.8 2.2L12 20l-2.2-5.8L4 12l5.8-2.2z" />,
  <path d="M12 3.75l2.2 6.05L20.25 12l-6.05 2.2L12 20.25 9.8 14.2 3.75 12 9.8 9.8z" />,
)
