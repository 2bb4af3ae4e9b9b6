import { useState } from 'react'
import type { PublishedText, StaffText } from '#contract/staff-texts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { whyNotText } from '#domain/texts.ts'
import { Button } from '../../../ui/button/button.tsx'
import { DateInput } from '../../../ui/date-input/date-input.tsx'
import { TextArea } from '../../../ui/text-input/text-area.tsx'
import { refresh } from '../../foundation/read.ts'
import { call } from '../../foundation/staff-client.ts'
import { useAction } from '../../foundation/use-action.ts'
import { Drawer } from '../../ui/drawer/drawer.tsx'
import { Effect } from '../../ui/effect/effect.tsx'
import { day } from '../../foundation/format.ts'
import { ReasonField } from '../../ui/reason/reason-field.tsx'
import { showDone } from '../../foundation/toast.ts'
import { kindWords } from './kind-words.ts'
import { Line } from './line.tsx'

/** First what would be different, then the same is published: nothing else than what was seen. */
export function PublishDrawer({ text, onClose }: { text: StaffText; onClose: () => void }) {
  const [body, setBody] = useState(text.lines.map((line) => line.text).join('\n'))
  const [from, setFrom] = useState<CalendarDate | null>(null)
  const [reason, setReason] = useState('')
  const [preview, setPreview] = useState<PublishedText>()
  const problem = whyNotText(text.kind, body)
  const params = { kind: text.kind }
  const sent = {
    body,
    reason,
    ...(from && { from }),
    ...(text.productType !== '' && { productType: text.productType }),
  }
  const look = useAction(async () =>
    setPreview(await call('POST /api/staff/texts/:kind', { params, body: { ...sent, isPreview: true } })),
  )
  const publish = useAction(async () => {
    if (!preview) return
    const done = await call('POST /api/staff/texts/:kind', {
      params,
      body: { ...sent, replaces: preview.before.version },
    })
    showDone(`Version ${done.version} takes effect on ${day(done.from)}.`)
    await refresh('GET /api/staff/texts', 'GET /api/staff/texts/:kind')
    onClose()
  })
  const change = (set: () => void) => {
    set()
    setPreview(undefined)
  }
  return (
    <Drawer
      title={`New version: ${kindWords(text.kind)}`}
      lead={text.about}
      onClose={onClose}
      undo="Agreements to earlier versions are kept. To change the words back, publish another version."
      submitLabel={preview ? `Publish version ${preview.version}` : 'Show changes'}
      isBusy={look.isBusy || publish.isBusy}
      isSubmitOff={reason.trim() === '' || problem !== null}
      onSubmit={() => void (preview ? publish.run() : look.run())}
      failure={publish.failure ?? look.failure}
    >
      <TextArea
        label="Text"
        hint="One paragraph per line"
        required
        rows={10}
        maxLength={10_000}
        value={body}
        onChange={(event) => {
          const { value } = event.currentTarget
          change(() => setBody(value))
        }}
        {...(problem !== null && { error: problem })}
      />
      <DateInput
        label="From"
        hint="Leave blank for the earliest possible day"
        value={from}
        onChange={(date) => change(() => setFrom(date))}
      />
      <ReasonField value={reason} onChange={setReason} />
      {preview && (
        <Effect
          sentences={[
            `Version ${preview.version} replaces version ${preview.before.version} from ${day(preview.from)}.`,
            'Existing agreements stay with the version that the person agreed to.',
            ...preview.later.map((each) => `Version ${each.version} replaces it on ${day(each.from)}.`),
          ]}
        >
          <div className="letter letter--inside">
            {Array.from(
              { length: Math.max(preview.lines.length, preview.before.lines.length) },
              (_, index) => (
                <Line
                  key={index}
                  is={preview.lines[index]?.text}
                  was={preview.before.lines[index]?.text ?? ''}
                />
              ),
            )}
          </div>
          <Button look="borderless" size="small" onClick={() => setPreview(undefined)}>
            Keep editing
          </Button>
        </Effect>
      )}
    </Drawer>
  )
}
