import { Link } from 'wouter'
import { Page } from './page.tsx'

export function NotFound() {
  return (
    <Page title="Page not found" crumbs={[{ name: 'Not found' }]}>
      <p>
        The address may be cut off. Go back to <Link href="/">Today</Link>, or find what you look for with
        Ctrl K.
      </p>
    </Page>
  )
}
