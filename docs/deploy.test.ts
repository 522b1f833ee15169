import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, PersistentVolumeClaim, Service } from 'kubernetes-models/v1'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { Environment } from '../api/config.ts'
import { MAX_ZIP_BYTES } from '../api/courses/zip/read-zip.ts'
import type { Flags } from '../api/setting-rules.ts'
import { allCalls } from '../contract/all-calls.ts'
import { uploadCourse } from '../contract/organisation/course-files.ts'
import { uploadPicture, uploadSound } from '../contract/organisation/media/author-files.ts'

const DEPLOY = 'docs/deploy'
/** Errors do not print them, because they may hold a password. As a rule they hold none. */
const NO_SECRETS = ['SMS_WEBHOOK_URL', 'FIREBASE_APP']
const kinds = { ConfigMap, Deployment, Ingress, PersistentVolumeClaim, PodDisruptionBudget, Service }
type Kind = keyof typeof kinds
const rendered = readFileSync(`${DEPLOY}/kubernetes.yaml`, 'utf8')

test('kubernetes.yaml is what the chart makes now', () => {
  const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
  const files = globSync('helm/**/*.*', { cwd: DEPLOY, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.replaceAll('\\', '/').replace(/^.*?\/helm\//, 'helm/'))
    .sort()
  const digest = sha256(files.map(file => `${sha256(readFileSync(`${DEPLOY}/${file}`))}  ${file}\n`).join(''))
  expect(rendered, 'run docs/deploy/render.sh after a change of the chart').toContain(`Chart sha256: ${digest}`)
})

test('Kubernetes accepts each object of it', () => {
  const objects = parseAllDocuments(rendered).map(document => document.toJSON())
  expect(objects.map(({ kind }) => kind).sort()).toEqual(Object.keys(kinds).sort())
  for (const object of objects) new kinds[object.kind as Kind](object).validate()
  const { template, ...rest } = objects.find(({ kind }) => kind === 'Deployment').spec
  const [app] = template.spec.containers
  const wrong = { ...template.spec, containers: [{ ...app, ports: [{ containerPorrt: 3000 }] }] }
  const deployment = { ...rest, template: { ...template, spec: wrong } }
  expect(() => new Deployment({ metadata: { name: 'x' }, spec: deployment }).validate()).toThrow('containerPort')
})

test('a setting with the name of a secret is one', () => {
  const named = Object.entries(Environment.entries).filter(([name]) => /TOKEN|SECRET|PASSWORD|_KEY/.test(name))
  const open = named.filter(([name, rule]) => name !== 'PASSWORD_POLICY' && !(v.getMetadata(rule) as Flags).isSecret)
  expect(
    open.map(([name]) => name),
    'put `secret(…)` around its rule in api/config.ts',
  ).toEqual([])
})

test('the values of the chart fit their schema, and a secret among them does not', () => {
  const values = parse(readFileSync(`${DEPLOY}/helm/values.yaml`, 'utf8'))
  const fits = new Ajv().compile(JSON.parse(readFileSync(`${DEPLOY}/helm/values.schema.json`, 'utf8')))
  expect([fits(values), fits.errors]).toEqual([true, null])
  const secrets = Object.entries(Environment.entries).flatMap(([name, rule]) =>
    (v.getMetadata(rule) as Flags).isSecret && !NO_SECRETS.includes(name) ? [name] : [],
  )
  const fitting = secrets.filter(name => fits({ ...values, settings: { ...values.settings, [name]: 'known to all' } }))
  expect(fitting, 'add it to the names that values.schema.json refuses, and run docs/deploy/render.sh').toEqual([])
  expect(fits({ ...values, replicas: 'two' })).toBe(false)
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(parse(readFileSync(`${DEPLOY}/helm/Chart.yaml`, 'utf8')).appVersion).toBe(version)
})

test('chart and compose file set only settings that exist, and the port and paths of the program', () => {
  const known = new Set(
    [...readFileSync('.env.example', 'utf8').matchAll(/^#? ?([A-Z0-9_]+)=/gm)].map(([, name]) => name),
  )
  const compose = parse(readFileSync(`${DEPLOY}/compose.yaml`, 'utf8'))
  const settings = parseAllDocuments(rendered)
    .map(one => one.toJSON())
    .find(({ kind }) => kind === 'ConfigMap').data
  const used = [...Object.keys(settings), ...Object.keys(compose.services.app.environment)]
  expect(used.filter(name => !known.has(name))).toEqual([])
  const dockerfile = readFileSync('Dockerfile', 'utf8')
  expect(dockerfile).toContain('EXPOSE 3000')
  expect(rendered).toContain('containerPort: 3000')
  const routes = readFileSync('api/health/routes.ts', 'utf8')
  for (const [, path] of rendered.matchAll(/path: (\/health\/\w+)/g)) expect(routes).toContain(`'${path}'`)
})

test('Caddy of the compose file is the one of the manual, which logs no phone number', () => {
  const [manual] = /^\{\n\tlog \{.*?\n\}\n(?=```)/ms.exec(readFileSync('docs/self-hosting.md', 'utf8')) ?? []
  const { configs, services } = parse(readFileSync(`${DEPLOY}/compose.yaml`, 'utf8'))
  const own = configs.caddy.content
    .replace(/\$\{HOST_NAME.*?\}/, 'learn.example.org')
    .replace('app:3000', 'localhost:3000')
  expect(own).toBe(manual)
  expect(services.proxy.configs).toEqual([{ source: 'caddy', target: '/etc/caddy/Caddyfile' }])
})

test('nginx and the ingress, as we describe them, let the largest files of authors through', () => {
  const nginx = /```nginx\n(.*?)```/s.exec(readFileSync('docs/self-hosting.md', 'utf8'))?.[1] ?? ''
  const ofAuthors = /location \/org\/ \{(.*?)\}/s.exec(nginx)?.[1]
  const ingress = parseAllDocuments(rendered).find(one => one.toJSON().kind === 'Ingress')
  const sizes = [
    ofAuthors?.match(/client_max_body_size (\w+);/)?.[1],
    ingress?.toJSON().metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size'],
  ]
  expect(sizes).toEqual([`${MAX_ZIP_BYTES / 1_000_000}m`, `${MAX_ZIP_BYTES / 1_000_000}m`])
  for (const { path } of [uploadPicture, uploadSound, uploadCourse]) expect(path).toMatch(/^\/org\//)
})

test('calls that wait for news are in no figure about slow answers', () => {
  const waiting = allCalls.flatMap(({ headers, path }) => (headers?.includes('Prefer') ? [path] : []))
  expect(waiting.length).toBeGreaterThan(1)
  const { groups } = parse(readFileSync('docs/monitoring/prometheus-alerts.yaml', 'utf8'))
  const board = JSON.parse(readFileSync('docs/monitoring/grafana-board.json', 'utf8'))
  const figures: string[] = [...groups[0].rules, ...board.panels.flatMap(({ targets = [] }) => targets)]
    .map(({ expr }) => expr)
    .filter(expr => expr.includes('http_request_duration_seconds'))
  expect(figures.length).toBeGreaterThan(4)
  for (const figure of figures) expect(figure).toContain(`route!~"${waiting.sort().join('|')}"`)
})
