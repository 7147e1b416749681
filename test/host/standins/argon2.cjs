// Takes the place of argon2, which would have to be compiled: nobody signs in with a password here.
const refuse = async () => {
  throw new Error('There are no passwords here.');
};

exports.hash = refuse;
exports.verify = refuse;
