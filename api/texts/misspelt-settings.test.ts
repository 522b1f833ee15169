import { expect, test } from 'vitest'
import { misspeltSettings } from './misspelt-settings.ts'

test.each([
  ['MESSENGER_ENABLD', 'MESSENGER_ENABLED'],
  ['PHONE_COUNTIRES', 'PHONE_COUNTRIES'],
  ['DATADIR', 'DATA_DIR'],
  ['workers', 'WORKERS'],
  ['PORTS', 'PORT'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['PHONE_COUNTRY', 'PHONE_COUNTRIES'],
])('%s, which the operator misspelt, is named with %s, and not with its value', (name, setting) => {
  expect(misspeltSettings({ [name]: 's3cret', [setting]: '' })).toEqual([
    `${name}: there is no such setting: is it \`${setting}\`?`,
  ])
})

test('the names of the shell, npm, systemd, Docker, Kubernetes and CI are of other programs', () => {
  const others = `HOME HOSTNAME HOSTTYPE PATH PWD OLDPWD SHELL SHLVL TERM LANG LANGUAGE USER USERNAME LOGNAME MAIL TMPDIR
    EDITOR COLOR NODE NODE_PATH NODE_OPTIONS NODE_VERSION INIT_CWD npm_config_cache npm_node_execpath
    INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID MAINPID LISTEN_PID STATE_DIRECTORY NOTIFY_SOCKET
    KUBERNETES_PORT KUBERNETES_SERVICE_HOST STEP_BY_STEP_PORT STEP_BY_STEP_SERVICE_HOST POSTGRES_USER POSTGRES_DB
    PGHOST PGPORT PGDATABASE AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY HTTP_PROXY HTTPS_PROXY NO_PROXY
    OTEL_SERVICE_NAME OTEL_EXPORTER_OTLP_HEADERS VITEST CI DEBUG SUDO_USER SSH_TTY XDG_RUNTIME_DIR TZ _`
  expect(misspeltSettings(Object.fromEntries(others.split(/\s+/).map(name => [name, 'x'])))).toEqual([])
})

test('a name beside the setting that has a value is of another program', () => {
  expect(misspeltSettings({ HOST: 'localhost', HOSTS: 'a,b' })).toEqual([])
})
