import './panel.css'

export function PanelArt() {
  return (
    <svg
      className="panel__art"
      viewBox="0 0 320 240"
      preserveAspectRatio="xMaxYMin slice"
      aria-hidden="true"
      fill="currentColor"
    >
      <path d="M320 0v60A60 60 0 0 1 260 0z" />
      <path d="M320 0v130A130 130 0 0 1 190 0z" />
      <path d="M320 0v210A210 210 0 0 1 110 0z" />
      <path d="M320 0v300A300 300 0 0 1 20 0z" />
    </svg>
  )
}
