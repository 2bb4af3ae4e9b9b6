import { useEffect, useRef, useState } from 'react'
import { fileKinds, letterFileKinds, supportedFilesText } from '#domain/files.ts'
import type { Letter } from '#domain/plan/fee-variances.ts'
import { upload } from '../../../session/upload.ts'
import { FileUpload } from '../../../ui/file-upload/file-upload.tsx'
import { whyNotSend } from '../../../ui/file-upload/why-not-send.ts'
import { whyRefused } from '../../../api/why-refused.ts'

type DiscountLetterProps = {
  accountId: string
  letter: Letter | null
  onAttach: (letter: Letter | null) => void
  /** A discount is not confirmed while its letter is on its way: it would be saved without it. */
  onSending: (isSending: boolean) => void
}

/** What the school has written about a discount. It is sent at once, and saved with the plan. */
export function DiscountLetter({ accountId, letter, onAttach, onSending }: DiscountLetterProps) {
  const [sending, setSending] = useState<{ name: string; percent: number }>()
  const [error, setError] = useState<string>()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function send(file: File) {
    const why = whyNotSend(file)
    setError(why)
    if (why !== undefined) return
    const { signal } = (running.current = new AbortController())
    setSending({ name: file.name, percent: 0 })
    onSending(true)
    try {
      const letterSent = await upload('POST /api/portal/customer/account/:accountId/discount-letters', {
        params: { accountId },
        file,
        signal,
        onProgress: (percent) => setSending({ name: file.name, percent }),
      })
      onAttach(letterSent)
    } catch (reason) {
      if (!signal.aborted) setError(whyRefused(reason))
    } finally {
      if (!signal.aborted) setSending(undefined)
      onSending(false)
    }
  }

  return (
    <FileUpload
      title="Attach a letter from your school"
      caption={supportedFilesText(letterFileKinds)}
      accept={letterFileKinds.flatMap((kind) => fileKinds[kind].extensions)}
      hint="Optional. It helps us to confirm the discount sooner."
      file={sending ?? letter}
      onChoose={(file) => void send(file)}
      {...(error !== undefined && { error })}
      {...(sending === undefined ? { onRemove: () => onAttach(null) } : { progress: sending.percent })}
    />
  )
}
