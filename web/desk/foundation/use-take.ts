import { useState } from 'react'
import type { QueueItem } from '#contract/staff-queue.ts'
import { ApiError } from '../../api/api-error.ts'
import { refresh } from './read.ts'
import { call } from './staff-client.ts'
import { useAction } from './use-action.ts'
import { usePerson } from './session.ts'
import { showDone } from './toast.ts'

/** Takes an item or gives it back. What a colleague has is taken over only after a question. */
export function useTake() {
  const { id: myId } = usePerson()
  const [request, setAsked] = useState<{ item: QueueItem; name: string }>()
  const action = useAction(async ({ kind, id, takenBy, title }: QueueItem, isTakeover: boolean) => {
    const body = { kind, id }
    try {
      if (takenBy?.staffId === myId) await call('POST /api/staff/queue/release', { body })
      else {
        await call('POST /api/staff/queue/take', { body: { ...body, isTakeover } })
        showDone(`Yours: ${title}`, async () => {
          await call('POST /api/staff/queue/release', { body })
          await refreshQueue()
        })
      }
    } finally {
      await refreshQueue()
    }
  })
  const take = (item: QueueItem) => {
    const { takenBy } = item
    if (takenBy && takenBy.staffId !== myId) setAsked({ item, name: takenBy.name })
    else void action.run(item, false)
  }
  return {
    take,
    isBusy: action.isBusy,
    failure: failureOf(action.error, action.failure),
    forget: action.forget,
    /** The colleague who has it, while it is asked whether to take it over. */
    asked: request,
    cancel: () => setAsked(undefined),
    takeOver: () => {
      if (request) void action.run(request.item, true)
      setAsked(undefined)
    },
  }
}

const refreshQueue = () => refresh('GET /api/staff/queue', 'GET /api/staff/queue/item')

/** Settled meanwhile is no fault: the list says so by itself, but the person who pressed should know why nothing happened. */
function failureOf(error: unknown, text: string | undefined): string | undefined {
  if (error instanceof ApiError && error.status === 404)
    return 'Someone has already settled this, so there is nothing to take.'
  return text
}
