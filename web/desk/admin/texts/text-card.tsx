import { useState } from 'react'
import type { StaffText } from '#contract/staff-texts.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { useRead } from '../../foundation/read.ts'
import { useMay } from '../../foundation/session.ts'
import { count, day } from '../../foundation/format.ts'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { NativeSelect } from '../../../ui/select/native-select.tsx'
import { kindWords } from './kind-words.ts'
import { Line } from './line.tsx'
import { PublishDrawer } from './publish-drawer.tsx'
import '../../ui/mail/letter.css'

type TextName = { kind: StaffText['kind']; productType: string }

const queryOf = ({ productType }: TextName, version?: string) => ({
  ...(productType !== '' && { productType }),
  ...(version !== undefined && { version }),
})

/** One text, in one version, beside the one before. */
export function TextCard({ kind, productType }: TextName) {
  const [version, setVersion] = useState<string>()
  const [isPublishing, setPublishing] = useState(false)
  const isAdmin = useMay('admin')
  const name = { kind, productType }
  const text = useRead('GET /api/staff/texts/:kind', { params: { kind }, query: queryOf(name, version) })
  return (
    <Card
      title={kindWords(kind)}
      aside={
        isAdmin && (
          <Button look="secondary" size="small" onClick={() => setPublishing(true)}>
            New version
          </Button>
        )
      }
    >
      <Loaded query={text} label="Loading the text">
        {(shown) => (
          <div className="stack stack--14">
            <div className="row row--between">
              <NativeSelect
                isLabelHidden
                label="Version"
                value={String(shown.version)}
                onChange={setVersion}
                options={shown.versions.map((each) => ({
                  value: String(each.version),
                  label: `Version ${each.version}, from ${day(each.from)}`,
                }))}
              />
              {shown.isInForce ? <Badge tone="success">Now</Badge> : <Badge>Not in force</Badge>}
            </div>
            <Compared text={shown} name={name} />
            {isPublishing && <PublishDrawer text={shown} onClose={() => setPublishing(false)} />}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function Compared({ text, name }: { text: StaffText; name: TextName }) {
  const earlier = text.versions
    .map(({ version }) => version)
    .filter((version) => version < text.version)
    .toSorted((one, other) => other - one)[0]
  const [isComparing, setComparing] = useState(true)
  const before = useRead(
    'GET /api/staff/texts/:kind',
    { params: { kind: name.kind }, query: queryOf(name, String(earlier)) },
    { isOff: earlier === undefined },
  )
  const old = isComparing ? before.data : undefined
  const lineCount = Math.max(text.lines.length, old?.lines.length ?? 0)
  const changed = old
    ? Array.from({ length: lineCount }, (_, index) => index).filter(
        (index) => text.lines[index]?.text !== old.lines[index]?.text,
      ).length
    : 0
  return (
    <>
      {earlier !== undefined && (
        <div className="row row--between">
          <p className="xs muted">
            {old
              ? `Version ${text.version} beside version ${earlier}: ${changed === 0 ? 'no line' : count(changed, 'line')} changed.`
              : `Version ${text.version}.`}
          </p>
          <Button look="borderless" size="small" onClick={() => setComparing(!isComparing)}>
            {isComparing ? 'Hide comparison' : `Compare with ${earlier}`}
          </Button>
        </div>
      )}
      <div className="letter">
        <div className="letter__page">
          {Array.from({ length: lineCount }, (_, index) => (
            <Line
              key={index}
              is={text.lines[index]?.text}
              was={old ? (old.lines[index]?.text ?? '') : undefined}
            />
          ))}
        </div>
      </div>
      {text.values.length > 0 && (
        <p className="xs muted">
          Filled in for each family: {text.values.map((value) => `{${value}}`).join(', ')}
        </p>
      )}
    </>
  )
}
