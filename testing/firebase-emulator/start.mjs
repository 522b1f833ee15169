import apiSpec from 'firebase-tools/lib/emulator/auth/apiSpec.js'
import { createApp } from 'firebase-tools/lib/emulator/auth/server.js'

// Starts only the part of Firebase's emulators for sign-in: the others need Java and a login.
const [port = '9099', projectId = 'demo-step-by-step'] = process.argv.slice(2)

// Each start compiles the schemas of all requests, which takes eight seconds. The tests need only those of these paths.
const USED =
  /^\/(v1\/(projects\/\{targetProjectId\}\/)?accounts:(delete|lookup|resetPassword|sendOobCode|sendVerificationCode|signInWithPassword|signInWithPhoneNumber|signUp|update)|v1\/token|v1\/recaptchaParams|emulator\/v1\/projects\/\{targetProjectId\}\/[^/]+)$/
const { paths } = apiSpec.default
for (const path of Object.keys(paths)) if (!USED.test(path)) delete paths[path]

const app = await createApp(projectId)
const server = app.listen(Number(port), '127.0.0.1', () => {
  console.log(`The Auth Emulator is ready at http://127.0.0.1:${server.address().port}`)
})

// The test that started it may be killed; then this process must end by itself.
process.once('disconnect', () => process.exit())
