// Loaded into every child: when the process that started it is gone, killed included, the child ends itself too.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
