import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/foundation.css'
import '../ui/print.css'
import './ui/desk-size.css'
import './ui/utilities.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
