import type { ReactNode } from 'react'
import './keys.css'

/** A key, beside the button that does the same. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className="kbd">{children}</kbd>
}

/** Which keys work here, in short. */
export function Keys({ keys }: { keys: readonly [keys: string[], does: string][] }) {
  return (
    <span className="keys hide-narrow">
      {keys.map(([names, does]) => (
        <span key={does}>
          {names.map((name) => (
            <Kbd key={name}>{name}</Kbd>
          ))}{' '}
          {does}
        </span>
      ))}
    </span>
  )
}
