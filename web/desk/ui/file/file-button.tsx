import { Button } from '../../../ui/button/button.tsx'
import { DownloadIcon } from '../../../ui/icon/download.tsx'
import { callForFile, type StaffKey } from '../../foundation/staff-client.ts'
import { useAction } from '../../foundation/use-action.ts'
import { saveFile } from '../../../api/save-file.ts'

/** A small button that saves a file. Why it could not is said beside it. */
export function FileButton<K extends StaffKey>({
  call,
  request,
  label,
  of,
}: {
  call: K
  request: Parameters<typeof callForFile<K>>[1]
  label: string
  /** For screen readers: which file of several. */
  of: string
}) {
  const { run, isBusy, failure } = useAction(async () => {
    const ask = callForFile as (key: K, asked: typeof request) => ReturnType<typeof callForFile>
    saveFile(await ask(call, request))
  })
  return (
    <>
      <Button look="borderless" size="small" icon={DownloadIcon} isBusy={isBusy} onClick={() => void run()}>
        {label}
        <span className="sr"> of {of}</span>
      </Button>
      {failure && (
        <span className="xs is-late" role="alert">
          {failure}
        </span>
      )}
    </>
  )
}
