import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { RECORDING_LIMIT_BYTES, saveAudio } from '../../../../contract/media.ts'
import { onEachDatabase, type Start, type TestServer } from '../../../testing.ts'
import { newPhone, type Person } from '../../../testing-people.ts'
import { formOf, frames, LESSON, loudFrames, mp3, nameFor, quietFrames, tag, upload } from '../../testing.ts'

onEachDatabase('invalid uploads', start => {
  let server: TestServer

  beforeAll(async () => {
    server = await startWithCourse({ isForAll: true })
  })

  async function startWithCourse(options: Parameters<Start>[0] = {}): Promise<TestServer> {
    const started = await start({ env: { LIMIT_FACTOR: '100' }, ...options })
    await started.importCourse('courses/first-aid-en')
    await started.services.catalogue.refresh()
    return started
  }

  /** All files that could be a recording, and all rows, without the recordings of others. */
  async function kept({ services: { config, db } }: TestServer, { uid }: Person) {
    const others = await db.selectFrom('recordings').where('uid', '!=', uid).select('storage_key').execute()
    const theirs = new Set(others.map(({ storage_key }) => storage_key))
    return {
      files: readdirSync(config.recordingsDir, { recursive: true, encoding: 'utf8' }).filter(
        name => /\.[^/]+$/.test(name) && !theirs.has(name),
      ),
      rows: await db.selectFrom('recordings').where('uid', '=', uid).select('filename').execute(),
      strays: await db.selectFrom('stray_objects').select('storage_key').execute(),
    }
  }

  const NOTHING = { files: [], rows: [], strays: [] }

  test('names with a path are refused, and nothing is written anywhere', async () => {
    const noura = await server.signIn(newPhone())
    const { dataDir } = server.services.config
    const tree = () =>
      readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
        .filter(name => !/sqlite/.test(name))
        .sort()
    const before = tree()
    const good = nameFor(noura)
    for (const filename of [
      '../../etc/x',
      `../../${good}`,
      `/${good}`,
      `..\\${good}`,
      `%2e%2e/${good}`,
      `${good}\0.mp3`,
      good.replace('-9-', '-٩-'),
      good.replace(LESSON, 'first-aid-en-сuts'),
      good.replace('-9-', '-0-'),
      good.replace('-9-', '-10-'),
      good.replace(/\d{12}/, '202613211230'),
      good.replace(/\d{12}/, '202602301230'),
      good.replace('.mp3', '.mp3.html'),
      `${'x'.repeat(5000)}.mp3`,
      '.htaccess',
      'CON',
      '',
      `${noura.uid}.mp3`,
    ])
      expect([filename, (await upload(server.origin, noura, { filename })).status]).toEqual([filename, 400])
    expect(tree()).toEqual(before)
  })

  test('a name with the uid of somebody else is refused', async () => {
    const noura = await server.signIn(newPhone())
    const yousef = await server.signIn(newPhone())
    expect(await upload(server.origin, noura, { filename: nameFor(yousef) })).toMatchObject({ status: 403 })
    for (const person of [noura, yousef]) expect(await kept(server, person)).toEqual(NOTHING)
  })

  test('only a complete mp3 is accepted, from its first byte to its last', async () => {
    const noura = await server.signIn(newPhone())
    const html = Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(100))
    const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(2000)])
    const otherRate = Buffer.from(mp3(1))
    for (let at = 0; at < otherRate.length; at += 522) otherRate[at + 2] = 0xa4
    const files = {
      html,
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'.repeat(20)),
      program: Buffer.concat([Buffer.from('MZ\x90\x00'), Buffer.alloc(4000)]),
      zip,
      wav: Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt '), Buffer.alloc(4000)]),
      'html behind sound': Buffer.concat([mp3(1), html]),
      'zip behind sound': Buffer.concat([mp3(1), zip]),
      'html before sound': Buffer.concat([html, mp3(1)]),
      'html between sound': Buffer.concat([mp3(1), html, mp3(1)]),
      'a last frame that is cut': mp3(1).subarray(0, -10),
      'two rates': Buffer.concat([mp3(1), otherRate]),
      'layer II': Buffer.alloc(5220, Buffer.from([0xff, 0xfd, 0xa0, 0xc0])),
      'a tag that never ends': Buffer.concat([Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f'), mp3(1)]),
    }
    for (const [what, file] of Object.entries(files)) {
      const { status, body } = await upload(server.origin, noura, { file })
      expect([what, status, body.error.code]).toEqual([what, 415, 'unsupported-media-type'])
    }
    expect(await kept(server, noura)).toEqual(NOTHING)
  })

  test('one or two frames are too short for a recording', async () => {
    const noura = await server.signIn(newPhone())
    for (const file of [Buffer.alloc(0), frames(1), frames(2), tag('Noura')])
      expect([file.length, (await upload(server.origin, noura, { file })).status]).toEqual([file.length, 400])
    expect(await kept(server, noura)).toEqual(NOTHING)
  })

  test('three frames are a recording', async () => {
    const noura = await server.signIn(newPhone())
    expect(await upload(server.origin, noura, { file: frames(3) })).toMatchObject({ status: 200 })
  })

  test('forms with other fields are refused', async () => {
    const noura = await server.signIn(newPhone())
    const two = formOf(mp3(1), nameFor(noura))
    two.append('file', new File([new Uint8Array(mp3(1))], nameFor(noura)))
    const elsewhere = new FormData()
    elsewhere.append('sound', new File([new Uint8Array(mp3(1))], nameFor(noura)))
    const text = new FormData()
    text.append('file', 'not a file')
    const parts = new FormData()
    for (let count = 0; count < 1000; count++) parts.append(`field${count}`, 'x')
    parts.append('file', new File([new Uint8Array(mp3(1))], nameFor(noura)))
    const partsBehind = formOf(mp3(1), nameFor(noura))
    for (let count = 0; count < 1000; count++) partsBehind.append(`field${count}`, 'x')
    const longName = formOf(mp3(1), nameFor(noura))
    longName.append('x'.repeat(5000), 'x')
    const longValue = formOf(mp3(1), nameFor(noura))
    longValue.append('x', 'x'.repeat(5000))
    const zero = new FormData()
    zero.append('pageId', 'a\0b')
    zero.append('file', new File([new Uint8Array(mp3(1))], nameFor(noura)))
    for (const [what, form] of Object.entries({
      two,
      elsewhere,
      text,
      none: new FormData(),
      parts,
      partsBehind,
      longValue,
      zero,
    }))
      expect([what, (await upload(server.origin, noura, { form })).status]).toEqual([what, 400])
    expect(await kept(server, noura)).toEqual(NOTHING)
    expect((await upload(server.origin, noura, { form: longName })).status).not.toBe(500)
  })

  test('fields with the names of built-in properties change nothing, and those of prototypes are refused', async () => {
    const noura = await server.signIn(newPhone())
    const withField = (name: string) => {
      const form = new FormData()
      form.append(name, 'polluted')
      form.append('file', new File([new Uint8Array(mp3(1))], nameFor(noura)))
      return form
    }
    for (const name of ['__proto__', 'constructor', 'prototype'])
      expect([name, (await upload(server.origin, noura, { form: withField(name) })).status]).toEqual([name, 400])
    expect(await kept(server, noura)).toEqual(NOTHING)
    expect(await upload(server.origin, noura, { form: withField('toString') })).toMatchObject({ status: 200 })
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
    expect(String({})).toBe('[object Object]')
  })

  test('without a token, and as anything but a form, nothing is accepted', async () => {
    const noura = await server.signIn(newPhone())
    expect(await upload(server.origin, { ...noura, idToken: 'x.y.z' })).toMatchObject({ status: 401 })
    const headers = { Authorization: `Bearer ${noura.idToken}` }
    for (const [type, status] of [
      ['application/json', 415],
      ['audio/mpeg', 415],
      ['multipart/form-data', 400],
      ['multipart/mixed; boundary=x', 415],
    ] as const) {
      const init = { method: 'POST', headers: { ...headers, 'Content-Type': type }, body: '{}' }
      expect([type, (await fetch(server.origin + saveAudio.path, init)).status]).toEqual([type, status])
    }
    expect(await kept(server, noura)).toEqual(NOTHING)
  })

  test('more than 3 MB is refused within the stream, even if the header says less', async () => {
    const server = await startWithCourse()
    const noura = await server.signIn(newPhone())
    const largest = loudFrames(Math.floor(RECORDING_LIMIT_BYTES / 1044))
    expect(await upload(server.origin, noura, { file: largest })).toMatchObject({ status: 200 })
    expect(await upload(server.origin, noura, { file: Buffer.concat([largest, loudFrames(1)]) })).toMatchObject({
      status: 413,
    })
    expect(await upload(server.origin, noura, { file: frames(20_000) })).toMatchObject({ status: 413 })
    const endless = await rawUpload(server, noura, { 'Transfer-Encoding': 'chunked' }, nameFor(noura))
    const piece = frames(20)
    const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
    for (let sent = 0; sent < 2 * RECORDING_LIMIT_BYTES && !endless.said(); sent += piece.length) {
      endless.socket.write(chunk)
      if (sent % (piece.length * 10) === 0) await sleep(1)
    }
    await endless.heard
    expect(endless.said()).toMatch(/^HTTP\/1\.1 413 /)
    endless.socket.destroy()
    expect((await kept(server, noura)).rows).toHaveLength(1)
    expect((await kept(server, noura)).strays).toHaveLength(0)
  })

  test('a recording much longer than two minutes is refused, however small it is', async () => {
    const noura = await server.signIn(newPhone())
    expect(await upload(server.origin, noura, { file: mp3(121) })).toMatchObject({ status: 200 })
    const answer = await upload(server.origin, noura, { file: quietFrames(131) })
    expect(answer).toMatchObject({ status: 413, body: { error: { code: 'recording-too-long' } } })
    expect((await kept(server, noura)).rows).toHaveLength(1)
    expect((await kept(server, noura)).strays).toHaveLength(0)
  })

  test('an upload that is cut at any byte leaves no file and no row', async () => {
    const server = await startWithCourse()
    const noura = await server.signIn(newPhone())
    const file = mp3(3)
    const { body, contentType } = await written(formOf(file, nameFor(noura)))
    for (let cut = 0; cut < 200; cut += 10) {
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          const end = Math.floor(Math.random() * (body.length - 1))
          const sent = await rawUpload(server, noura, {
            'Content-Length': String(body.length),
            'Content-Type': contentType,
          })
          sent.socket.write(body.subarray(0, end))
          await sleep(Math.random() * 20)
          sent.socket.destroy()
        }),
      )
    }
    await expect.poll(() => kept(server, noura)).toEqual(NOTHING)
    // The same bytes are accepted if all of them arrive.
    const whole = await rawUpload(server, noura, { 'Content-Length': String(body.length), 'Content-Type': contentType })
    whole.socket.write(body)
    await whole.heard
    expect(whole.said()).toMatch(/^HTTP\/1\.1 200 /)
    whole.socket.destroy()
    expect((await kept(server, noura)).rows).toHaveLength(1)
  })

  test('a form that ends in the middle is refused', async () => {
    const noura = await server.signIn(newPhone())
    const { body, contentType } = await written(formOf(mp3(1), nameFor(noura)))
    for (const end of [body.length - 10, body.length - 1000, 300, 20]) {
      const headers = { Authorization: `Bearer ${noura.idToken}`, 'Content-Type': contentType }
      const init = { method: 'POST', headers, body: new Uint8Array(body.subarray(0, end)) }
      expect([end, (await fetch(server.origin + saveAudio.path, init)).status]).toEqual([end, 400])
    }
    expect(await kept(server, noura)).toEqual(NOTHING)
  })

  async function written(form: FormData): Promise<{ body: Buffer; contentType: string }> {
    const request = new Request('http://localhost', { method: 'POST', body: form })
    const contentType = request.headers.get('content-type') as string
    return { body: Buffer.from(await request.arrayBuffer()), contentType }
  }

  /** Sends only the head of a request. With a file name, it sends the beginning of the form, too. */
  async function rawUpload({ origin }: TestServer, who: Person, headers: Record<string, string>, filename?: string) {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.on('error', () => {})
    let answer = ''
    const heard = new Promise<void>(resolve => {
      socket.on('data', chunk => {
        answer += chunk
        resolve()
      })
      socket.on('close', () => resolve())
    })
    const all = {
      'Content-Type': 'multipart/form-data; boundary=cut',
      ...headers,
      Authorization: `Bearer ${who.idToken}`,
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`POST ${saveAudio.path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`)
    if (filename) {
      const part = `--cut\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`
      socket.write(`${part.length.toString(16)}\r\n${part}\r\n`)
    }
    return { socket, heard, said: () => answer }
  }
})
