import { useState } from 'react'
import type { Contract } from '#contract/contract.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import { useBusy } from '../ui/button/use-busy.ts'
import { failureMessage } from '../ui/modal/failure-message.ts'
import { showToast } from '../ui/toast/toast.ts'
import { ApiError } from '../api/api-error.ts'
import { download, type FileKey } from './download.ts'

type Download = {
  isBusy: boolean
  /** From 0 to 100; null while nothing is loading, or the size is unknown. */
  percent: number | null
  start: <K extends FileKey>(key: K, request: RequestOf<Contract[K]>, fallbackName: string) => void
}

/** For a download button: presses during a download are ignored, and a failure is shown. */
export function useDownload(): Download {
  const [isBusy, run] = useBusy()
  const [percent, setPercent] = useState<number | null>(null)
  return {
    isBusy,
    percent,
    start: (key, request, fallbackName) =>
      run(async () => {
        try {
          await download(key, request, { fallbackName, onProgress: setPercent })
        } catch (error) {
          // After a 401 the session has ended, and the log-in page says so.
          if (!(error instanceof ApiError && error.status === 401))
            showToast({ variant: 'error', text: failureMessage(error) })
        } finally {
          setPercent(null)
        }
      }),
  }
}
