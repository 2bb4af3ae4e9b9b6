import { icon } from './icon.tsx'

export const ChatIcon = icon(
  <path className="d" d="M4 5h16v11H11l-4.5 4V16H4z" />,
  <path d="M6.5 4.5h11a2.75 2.75 0 0 1 2.75 2.75v6A2.75 2.75 0 0 1 17.5 16H12l-4.6 3.9a.4.4 0 0 1-.65-.3V16H6.5a2.75 2.75 0 0 1-2.75-2.75v-6A2.75 2.75 0 0 1 6.5 4.5z" />,
  <path d="M8.5 10.25h.01M12 10.25h.01M15.5 10.25h.01" strokeWidth="2.2" />,
)
