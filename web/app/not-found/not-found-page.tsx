import { NotFound } from './not-found.tsx'

export function NotFoundPage() {
  return <NotFound link={{ href: '/', label: 'Go to Overview' }} />
}
