const WANTED = 26

/** The project brings its own Node. With an older Node, the program stops with a sentence that says what to do. */
export function requireNode() {
  if (Number(process.versions.node.split('.')[0]) >= WANTED) return
  console.error(
    `Step by Step needs Node ${WANTED} and brings it along, but this is Node ${process.versions.node}: ` +
      'run `npm ci` and then start it with `npm start` (or install Node 26 or newer).',
  )
  process.exit(1)
}
