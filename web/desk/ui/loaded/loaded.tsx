import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Bone, Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { isNotFound, readFailureText } from '../../foundation/failure.ts'
import { timeOf } from '../../foundation/days.ts'

type LoadedProps<Data> = {
  query: UseQueryResult<Data>
  /** Said aloud when it takes a while: "Loading the payments". */
  label: string
  /** In the final boxes. */
  skeleton?: ReactNode
  /** Read at the same time and shown with it: it waits for them, so that nothing moves later. They may fail. */
  waitsFor?: readonly { isPending: boolean }[]
  children: (data: Data) => ReactNode
}

/** What was read stays on the screen when reading it again fails, with how old it is. */
export function Loaded<Data>({ query, label, skeleton, waitsFor, children }: LoadedProps<Data>) {
  const { data, error, isPending, dataUpdatedAt } = query
  const retry = (
    <Button size="small" look="secondary" onClick={() => void query.refetch()} isBusy={query.isFetching}>
      Retry
    </Button>
  )
  if (isPending || waitsFor?.some((other) => other.isPending))
    return <Skeleton label={label}>{skeleton ?? <Bones />}</Skeleton>
  if (data === undefined)
    return isNotFound(error) ? (
      <Alert variant="warning" title="Not found">
        It may have been removed, or the address is cut off.
      </Alert>
    ) : (
      <Alert variant="error" title="This could not be loaded" action={retry}>
        {readFailureText(error)}
      </Alert>
    )
  return (
    <>
      {error && (
        <Alert variant="warning" title={`This is how it was at ${timeOf(dataUpdatedAt)}`} action={retry}>
          It could not be read again. {readFailureText(error)}
        </Alert>
      )}
      {children(data)}
    </>
  )
}

function Bones() {
  return (
    <div className="pile">
      {[70, 90, 80, 60].map((width) => (
        <Bone key={width} width={`${width}%`} height={20} />
      ))}
    </div>
  )
}
