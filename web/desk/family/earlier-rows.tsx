import type { ReactNode } from 'react'
import { Button } from '../../ui/button/button.tsx'

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }

/** How much of a list is shown, and the way to more. */
export function EarlierRows({
  query,
  shown,
  total,
  children,
}: {
  query: Pages
  shown: number
  total: number
  children?: ReactNode
}) {
  return (
    <div className="tablefoot">
      <span aria-live="polite">
        {shown} of {total}
        {children ? <> · {children}</> : null}
      </span>
      <ShowEarlier query={query} />
    </div>
  )
}

export function ShowEarlier({ query }: { query: Pages }) {
  if (!query.hasNextPage) return null
  return (
    <Button
      look="secondary"
      size="small"
      isBusy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      Show earlier
    </Button>
  )
}
