/** How the command line is called, in everything it says about itself: from the sources, or as the one file that ships. */
export const program = import.meta.filename.endsWith('.ts') ? 'npm run ops --' : 'larkwell-ops'
