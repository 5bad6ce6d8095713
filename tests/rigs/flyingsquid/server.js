// Serves flying-squid on 127.0.0.1 and a free port: `node server.js VERSION FD`. The port goes to the descriptor FD as
// a line once players may come, stdout is the server's own log with its prompts, and stdin its console: `stop` ends it.
const fs = require('fs')
const { createMCServer } = require('flying-squid')

const [version, descriptor] = process.argv.slice(2)
const server = createMCServer({
  host: '127.0.0.1',
  port: 0,
  version,
  motd: 'mcgod',
  worldFolder: 'world',
  generation: { name: 'superflat', options: {} },
  plugins: {},
  gameMode: 1,
  difficulty: 0,
  kickTimeout: 60000,
  logging: false,
  modpe: false,
  'online-mode': false,
  'everybody-op': false,
  'max-players': 10,
  'max-entities': 10,
  'view-distance': 2,
  'player-list-text': { header: { text: '' }, footer: { text: '' } }
})
server.waitForReady(120000).then(() => fs.writeSync(Number(descriptor), `${server.listeningPort}\n`))
