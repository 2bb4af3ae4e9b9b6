import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/foundation.css'
import '../ui/print.css'
import './ui/desk-size.css'
import './ui/utilities.css'
import './ui/desk-print.css'
import { createRoot } from 'react-dom/client'
import { followFaults, reportFault } from './foundation/report-fault.ts'
import { App } from './shell/app.tsx'

followFaults()
const root = document.getElementById('root')
const options = { onCaughtError: reportFault, onUncaughtError: reportFault }
if (root) createRoot(root, options).render(<App />)
