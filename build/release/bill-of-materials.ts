import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'

type Component = { 'bom-ref': string; properties: { name: string; value: string }[] }
type Bom = {
  serialNumber: string
  metadata: { timestamp: string; component: { name: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * All packages of a production installation, as CycloneDX. npm writes it from the lock file; its time and its random
 * number are replaced, so that the same release has the same file.
 */
export function billOfMaterials(folder: string, name: string, time: Date): string {
  const words = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
  const bom = JSON.parse(execFileSync('npm', words, { cwd: folder, maxBuffer: 2 ** 26, encoding: 'utf8' })) as Bom
  // `--omit=dev` would also leave out what both production and a tool of development need.
  bom.components = bom.components.filter(component => !isForDevelopment(component))
  bom.dependencies = bom.dependencies.filter(({ ref }) => isListed(ref))
  for (const dependency of bom.dependencies) dependency.dependsOn = dependency.dependsOn.filter(isListed)
  const digest = createHash('sha256').update(JSON.stringify(bom.components)).digest('hex')
  bom.serialNumber = `urn:uuid:${uuidOf(digest)}`
  bom.metadata.timestamp = time.toISOString()
  // npm would write the name of the folder.
  bom.metadata.component.name = name
  return `${JSON.stringify(bom, null, 2)}\n`

  function isListed(ref: string): boolean {
    return ref.startsWith(`${name}@`) || bom.components.some(component => component['bom-ref'] === ref)
  }
}

function isForDevelopment({ properties }: Component): boolean {
  return properties.some(property => property.name === 'cdx:npm:package:development')
}

/** A name-based UUID (version 8: the rules are ours). */
function uuidOf(digest: string): string {
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(digest) ?? []
  return `${a}-${b}-8${c}-8${d}-${e}`
}
