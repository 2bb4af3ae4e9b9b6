import { Dialog } from '../ui/dialog/dialog.tsx'
import { Kbd } from '../ui/keys/keys.tsx'
import { useShortcutList } from '../foundation/shortcuts.ts'
import { useState } from 'react'

/** Every key that works on this page. */
export function KeyList({ onClose }: { onClose: () => void }) {
  // Those of the page below, not of this list.
  const list = useShortcutList()
  const [shortcuts] = useState(list)
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="facts">
        {shortcuts.map(({ keys, label }) => (
          <div key={keys} className="keylist__row">
            <dt>{label}</dt>
            <dd>
              {keys.split(' ').map((key) => (
                <Kbd key={key}>{keyName(key)}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

const keyName = (key: string) =>
  key
    .split('+')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ')
